"""What a host decides: who else is one, who may come and who may not, what stays and what goes."""
