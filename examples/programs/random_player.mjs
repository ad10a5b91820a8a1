// A program that plays random moves at a table of a server: node random_player.mjs INVITATION [NAME]
// It needs Node 18 or newer, and nothing else. What to change for a better one: `choose`.
const [invitation, name = "Random Node"] = process.argv.slice(2);
const { origin, pathname, hash } = new URL(invitation);
const table = `${origin}/api/v1/tables/${pathname.split("/").pop()}`;

/** A number of a legal action. `actions` says how many are passed over, how many are legal, and so on; `view`, what the seat knows. */
function choose({ legal }) {
  let left = Math.floor(Math.random() * legal.count);
  let action = 0;
  for (let at = 0; at < legal.actions.length; at += 2) {
    action += legal.actions[at];
    if (left < legal.actions[at + 1]) return action + left;
    action += legal.actions[at + 1];
    left -= legal.actions[at + 1];
  }
}

async function post(command, body, secret) {
  const headers = { "Content-Type": "application/json", ...(secret && { Authorization: `Bearer ${secret}` }) };
  const answer = await fetch(`${table}/${command}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok && answer.status !== 409) throw new Error((await answer.json()).error.text);
  return answer.json();
}

/** The positions of the stream; when the connection is lost it goes on where it was. */
async function* positions(secret) {
  for (let version = ""; ; await new Promise((resolve) => setTimeout(resolve, 1000))) {
    const headers = { Authorization: `Bearer ${secret}`, "Last-Event-ID": String(version) };
    const answer = await fetch(`${table}/stream`, { headers }).catch(() => null);
    if (!answer?.ok) continue;
    let text = "";
    try {
      for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + part).split("\n");
        text = lines.pop();
        for (const line of lines.filter((each) => each.startsWith("data: "))) {
          const position = JSON.parse(line.slice(6));
          version = position.version;
          yield position;
        }
      }
    } catch {}
  }
}

const { secret } = await post("join", { invite: hash.replace("#join=", ""), name });
for await (const position of positions(secret)) {
  if (position.over) {
    console.log(`over: ${position.scores.join(" to ")}`);
    process.exit(0);
  }
  if (position.yours) {
    const once = crypto.randomUUID(); // the same id again would count once
    await post("moves", { version: position.version, action: choose(position), client_move_id: once }, secret);
  }
}
