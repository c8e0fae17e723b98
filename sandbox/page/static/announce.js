// Tells screen readers what has just happened.

export function announce(text) {
  document.getElementById('announcer').textContent = text;
}
