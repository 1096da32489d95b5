import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

type ScriptUrls = { createScriptURL(url: string): string }
declare global {
  var trustedTypes: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls } | undefined
}

/** Of this file's own worker, and of no other script: where browsers ask who vouches for an address. */
const addresses = globalThis.trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl })

/**
 * Reads a PDF in a worker of its own. Glyphs are drawn as paths and pictures by the browser's own decoders, since the page's
 * policy allows neither fonts from data nor code that is made on the way.
 */
export function openPdf(file: Blob): { document: Promise<PDFDocumentProxy>; close: () => Promise<void> } {
  const port = new Worker(addresses?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  const worker = PDFWorker.create({ port })
  const reading = file.arrayBuffer().then((bytes) =>
    getDocument({
      data: new Uint8Array(bytes),
      worker,
      disableFontFace: true,
      useWasm: false,
      verbosity: 0,
    }),
  )
  return {
    document: reading.then((task) => task.promise),
    async close() {
      await (await reading).destroy()
      worker.destroy()
      port.terminate()
    },
  }
}
