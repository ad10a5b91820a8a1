/* An engine for Quartier's arena, without rules of its own: cc -O2 -o engine engine.c, then
   quartier arena TITLE --seats engine:./engine,random */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20, MOST = 1 << 16 };
static char line[LONGEST];
static long legal[MOST];
static int count;

/* The legal actions: 3 7-9 are 3, 7, 8, 9. */
static void read_legal(char *text) {
    count = 0;
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
        char *end;
        long first = strtol(word, &end, 10);
        long last = *end == '-' ? strtol(end + 1, NULL, 10) : first;
        while (first <= last && count < MOST) legal[count++] = first++;
    }
}

/* go time MS seed N: the same seed, the same games. */
static long chosen(const char *text) {
    unsigned long long seed = 0;
    long time;
    sscanf(text, "time %ld seed %llu", &time, &seed);
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return legal[(seed >> 33) % (unsigned long long)count];
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "quartier ", 9)) printf("id name Any Move in C\nid version 1.0\nready\n");
        else if (!strncmp(line, "legal ", 6)) read_legal(line + 6);
        else if (!strncmp(line, "go ", 3)) printf("bestmove %ld\n", chosen(line + 3));
        else if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
    return 0;
}
