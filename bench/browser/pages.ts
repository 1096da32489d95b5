import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

/** R0: an invoice as a static page of 4 kB, without scripts. */
const line = (n: number): string =>
  `<tr><td>Espresso beans, dark roast, case ${n}</td><td>${n}</td><td>$48.00</td><td>$${n * 48}.00</td></tr>`
const STATIC_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Invoice INV-1000</title>
<style>body{font:16px/1.5 sans-serif;max-width:40rem;margin:2rem auto}td{padding:.5rem;border-bottom:1px solid #ddd}</style>
<h1>Invoice INV-1000</h1><p>Brightwater Supply Co., 418 Canal Street, Milwaukee. Due on December 20, 2026.</p>
<table>${Array.from({ length: 40 }, (_, n) => line(n + 1)).join('\n')}</table><p><b>$39,360.00</b></p></html>`

const REACT_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>R1</title><div id="root"></div>
<script type="module" src="/react-table.js"></script></html>`

async function reactScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      write: false,
      rollupOptions: { input: fileURLToPath(new URL('./react-table.tsx', import.meta.url)) },
    },
  })
  const output = (Array.isArray(built) ? built[0] : built) as { output: { type: string; code?: string }[] }
  return output.output.map(({ code }) => code ?? '').join('\n')
}

/** Serves R0 at /static and R1 at /react, compressed like the product's pages. */
export async function serveReferencePages(port: number): Promise<Server> {
  const packed = (text: string, type: string) => ({ type, body: brotliCompressSync(text) })
  const html = 'text/html; charset=utf-8'
  const pages = new Map([
    ['/static', packed(STATIC_PAGE, html)],
    ['/react', packed(REACT_PAGE, html)],
    ['/react-table.js', packed(await reactScript(), 'text/javascript')],
  ])
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? html, 'content-encoding': 'br' })
    response.end(page?.body ?? brotliCompressSync(''))
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return server
}
