// One person's connection to the sandbox. It sends requests, matches answers by nonce, and reconnects.

const DELAYS = [300, 700, 1500, 3000];
const LOST = { type: 'refused', text: 'The connection to the sandbox was lost. Try again in a moment.' };

export class Socket {
  constructor(personId, { onmessage, onstate }) {
    this.address = new URL(`/page/ws?person=${encodeURIComponent(personId)}`, location.href);
    this.address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.onmessage = onmessage;
    this.onstate = onstate;
    this.waiting = new Map();
    this.nonce = 0;
    this.failures = 0;
    this.closed = false;
    this.connect();
  }

  connect() {
    this.web = new WebSocket(this.address);
    this.web.addEventListener('open', () => {
      this.failures = 0;
      this.onstate(true);
    });
    this.web.addEventListener('message', (event) => this.receive(JSON.parse(event.data)));
    this.web.addEventListener('close', () => this.lose());
  }

  lose() {
    for (const answer of this.waiting.values()) answer(LOST);
    this.waiting.clear();
    if (this.closed) return;
    this.onstate(false);
    const delay = DELAYS[Math.min(this.failures, DELAYS.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), delay);
  }

  receive(message) {
    const answer = this.waiting.get(message.nonce);
    if (answer) {
      this.waiting.delete(message.nonce);
      answer(message);
    } else {
      this.onmessage(message);
    }
  }

  // Sends without waiting for an answer.
  tell(request) {
    if (this.web.readyState !== WebSocket.OPEN) return null;
    this.nonce += 1;
    this.web.send(JSON.stringify({ ...request, nonce: this.nonce }));
    return this.nonce;
  }

  ask(request) {
    const nonce = this.tell(request);
    if (nonce === null) return Promise.resolve(LOST);
    return new Promise((resolve) => this.waiting.set(nonce, resolve));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.web.close();
  }
}
