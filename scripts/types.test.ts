import { expect, it } from 'vitest'

// Each line must be a type error: if the server's types included a browser's globals, a forgotten variable could be
// mistaken for one of them.
const browserNames = {
  // @ts-expect-error A global of browsers.
  window: () => window,
  // @ts-expect-error A global of browsers.
  document: () => document,
  // @ts-expect-error A global of browsers, easily mistaken for a local variable.
  name: () => name,
}

it('rejects browser globals in server code', () => {
  for (const read of Object.values(browserNames)) expect(read).toThrow(ReferenceError)
})
