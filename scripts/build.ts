import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isMade, makeOnce, root } from './building/make-once.ts'
import { runBuilder } from './building/run-builder.ts'

const compressible = /\.(js|css|html|svg|json|webmanifest)$/
const smallestCompressed = 1024
const silent = (): void => {}

/** Builds the pages into dist/web unless they are up to date. Returns true when it built. Throws with the builder's output. */
export const buildWeb = (log: (line: string) => void = silent): Promise<boolean> =>
  makeOnce(
    {
      name: 'web',
      inputs: [
        'web/**',
        'domain/**',
        'contract/**',
        'scripts/web-build/**',
        'scripts/languages/**',
        'languages/**',
        'vite.config.ts',
        'tsconfig.json',
        'package-lock.json',
      ],
      async make(folder) {
        const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
        const config = join(root, 'vite.config.ts')
        const args = [vite, 'build', '--config', config, '--outDir', folder, '--emptyOutDir']
        await runBuilder('web', [...args, '--logLevel', 'warn'])
        await compressFiles(folder)
      },
    },
    log,
  )

const SERVER = {
  name: 'server',
  inputs: [
    'server/**',
    'seed/**',
    'domain/**',
    'contract/**',
    'scripts/building/bundle-server.ts',
    'scripts/building/parts.ts',
    'package-lock.json',
  ],
}

/** Bundles the server into dist/server unless it is up to date. The bundle halves the start-up time. */
export const buildServer = (log: (line: string) => void = silent): Promise<boolean> =>
  makeOnce(
    {
      ...SERVER,
      make: (folder) => runBuilder('server', [join(root, 'scripts', 'building', 'bundle-server.ts'), folder]),
    },
    log,
  )

/** Whether dist/server is up to date. */
export const isServerBuilt = (): boolean => isMade(SERVER)

/** Writes a .br and a .gz beside every compressible file, so that the server need not compress at run time. */
async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*', { cwd: folder }).filter((file) => compressible.test(file))
  await Promise.all(files.map((file) => compressFile(join(folder, file))))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length <= smallestCompressed) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

if (import.meta.main) {
  for (const [name, build] of [
    ['web', buildWeb],
    ['server', buildServer],
  ] as const)
    if (!(await build(console.log))) console.log(`dist/${name} is up to date.`)
}
