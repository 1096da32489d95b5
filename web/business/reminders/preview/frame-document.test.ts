import { expect, it } from 'vitest'
import { frameHtml } from './frame-document.ts'

it('leaves nothing in an email that the security policy of the page refuses', () => {
  const html = `<head><style>\n.a{color:red}\n</style></head><body style="margin:0"><img src="cid:logo@x" style="border:0"></body>`
  expect(frameHtml(html, '/api/logos/1/a b.png/')).toBe(
    '<head></head><body data-style="margin:0"><img src="/api/logos/1/a%20b.png/" data-style="border:0"></body>',
  )
  expect(frameHtml(html, null)).toBe(
    '<head></head><body data-style="margin:0"><img  data-style="border:0"></body>',
  )
})
