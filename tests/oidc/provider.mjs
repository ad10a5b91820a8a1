// An issuer of identities for tests: whoever types a name is that person. Arguments: the client's id, its secret, and its
// address to come back to. It says at which port it is ready.
import { createServer } from "node:http";
import Provider from "oidc-provider";

const [client_id, client_secret, back] = process.argv.slice(2);
const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id, client_secret, redirect_uris: [back] }],
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
  });
  server.on("request", provider.callback());
  console.log(`ready ${port}`);
});
