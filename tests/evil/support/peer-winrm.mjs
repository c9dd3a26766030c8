// WS-Management over TLS that accepts every password: TLS protects the session, so nothing has to be sealed with it.
import { createServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { countMet, listenOn, options } from './peer.mjs';

const fixture = (name) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const tls = { key: fixture('key.pem'), cert: fixture('cert.pem') };

/** A CHALLENGE_MESSAGE with the flags that the service requires (MS-NLMP 2.2.1.2). */
function challenge() {
  const message = Buffer.alloc(60);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(2, 8);
  message.writeUInt32LE(0xe2888235, 20);
  message.fill(7, 24, 32);
  message.writeUInt16LE(4, 40); // target information: the end mark only
  message.writeUInt16LE(4, 42);
  message.writeUInt32LE(56, 44);
  return message.toString('base64');
}

const envelope = (body) =>
  `<s:Envelope xmlns:s="s" xmlns:w="w" xmlns:rsp="r"><s:Body>${body}</s:Body></s:Envelope>`;
const STATE = 'http://schemas.microsoft.com/wbem/wsman/1/windows/shell/CommandState';
const receive = (streams, state) =>
  `<rsp:ReceiveResponse>${streams}<rsp:CommandState CommandId="C" State="${STATE}/${state}">` +
  '<rsp:ExitCode>1</rsp:ExitCode></rsp:CommandState></rsp:ReceiveResponse>';
const stream = (name, text) =>
  `<rsp:Stream Name="${name}" CommandId="C">${Buffer.from(text).toString('base64')}</rsp:Stream>`;

const MANY_ATTRIBUTES = Array.from({ length: 12_000 }, (_, i) => ` a:x${i}=""`).join('');
const CLIXML = `#< CLIXML\r\n<Objs xmlns="http://schemas.microsoft.com/powershell/2004/04"><S S="Error"${MANY_ATTRIBUTES.replaceAll(' a:', ' ')}>`;
let received = 0;
const RECEIVE = {
  /** an element with as many attributes as an envelope can hold */
  attributes: () => `<rsp:ReceiveResponse${MANY_ATTRIBUTES}/>`,
  /** the most elements that are accepted, without output, again and again */
  elements: () => receive('<a/>'.repeat(1_900), 'Running'),
  /** text of references to characters, again and again */
  references: () => receive(`<a>${'&#x41;'.repeat(20_000)}</a>`, 'Running'),
  /** 1 MB of error output, as fast as it is asked for */
  stderr: () => {
    received += 1;
    return receive(
      stream('stderr', CLIXML.slice(0, 90_000)),
      received % 11 === 0 ? 'Done' : 'Running',
    );
  },
};
const ANSWERS = {
  Create: () => '<w:SelectorSet><w:Selector Name="ShellId">S</w:Selector></w:SelectorSet>',
  Command: () => '<rsp:CommandResponse><rsp:CommandId>C</rsp:CommandId></rsp:CommandResponse>',
  Send: () => '<rsp:SendResponse/>',
  Receive: () => {
    countMet();
    return RECEIVE[options.mode]();
  },
};

async function answer(request, response) {
  let text = '';
  for await (const part of request) text += part;
  const [, token = ''] = (request.headers.authorization ?? '').split(' ');
  if (token === '' && request.headers['content-length'] === '0') response.writeHead(401).end();
  else if (token !== '' && Buffer.from(token, 'base64')[8] === 1)
    response.writeHead(401, { 'www-authenticate': `Negotiate ${challenge()}` }).end();
  else if (token !== '') response.writeHead(200).end();
  else {
    const action = /Action[^>]*>[^<]*\/(\w+)</.exec(text)?.[1] ?? '';
    response
      .writeHead(200, { 'content-type': 'application/soap+xml' })
      .end(envelope(ANSWERS[action]?.() ?? ''));
  }
}

const create = () => createServer({ ...tls, keepAliveTimeout: 60_000 }, answer);
await listenOn(create, options.addresses, options.port);
