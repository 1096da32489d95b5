import { expect, it } from 'vitest'

// Each line has to be a mistake in the eyes of the compiler: without the marks the types of the server would know
// the names that only a browser has, and a forgotten variable could pass for one of them.
const browserNames = {
  // @ts-expect-error There is no window outside a browser.
  window: () => window,
  // @ts-expect-error Nor a page.
  document: () => document,
  // @ts-expect-error Nor the name of a window, which is easily mistaken for a variable of one's own.
  name: () => name,
}

it('names of the browser mean nothing where the server runs', () => {
  for (const read of Object.values(browserNames)) expect(read).toThrow(ReferenceError)
})
