// A separate process that requests pages one after the other and measures each: its work does not hold up the service.
// On the message {url, token, rounds} it requests `url` and sends {times, failure,
// total}: `total` is that of the last page, of the summary the number of findings; `ping` is a URL that it requests
// meanwhile every 5 ms.
import { Agent, get } from 'node:http';

const PING_MS = 5;
const agent = new Agent({ keepAlive: true });

const request = (url, token) =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    get(url, { agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const ms = performance.now() - started;
        if (response.statusCode === 200) resolve({ ms, text: String(Buffer.concat(chunks)) });
        else reject(new Error(`${response.statusCode} ${Buffer.concat(chunks)}`));
      });
    }).on('error', reject);
  });

function totalOf({ meta, data: { findings } }) {
  if (meta?.total !== undefined) return meta.total;
  return Array.isArray(findings) ? findings.length : findings && findings.open + findings.accepted;
}

async function measure({ url, token, rounds, ping }) {
  const pings = [];
  const timer = setInterval(() => {
    request(ping).then(
      ({ ms }) => pings.push(ms),
      () => pings.push(Infinity),
    );
  }, PING_MS);
  const times = [];
  let last = '';
  try {
    for (let i = 0; i < rounds; i += 1) {
      const { ms, text } = await request(url, token);
      times.push(ms);
      last = text;
      await new Promise((resolve) => setTimeout(resolve, 2 * PING_MS));
    }
    return { times, pings, total: totalOf(JSON.parse(last)) };
  } catch (error) {
    return { failure: `${url}: ${error.message}` };
  } finally {
    clearInterval(timer);
  }
}

process.on('message', async (message) => process.send(await measure(message)));
process.on('disconnect', () => process.exit());
process.send({});
