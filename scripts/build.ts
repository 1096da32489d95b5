import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const built = join(dist, 'web')
const stampFile = join(dist, 'web.stamp')
const inputs = [
  'web/**',
  'domain/**',
  'contract/**',
  'scripts/web-build/**',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const compressible = /\.(js|css|html|svg|json|webmanifest)$/
const smallestCompressed = 1024

/**
 * Builds the web into dist/web unless it was already built from the same inputs, which takes some
 * milliseconds to tell. True when it built. Throws with the builder's own words when they don't build.
 */
export async function buildWeb(log: (line: string) => void = () => {}): Promise<boolean> {
  const hash = await hashInputs()
  const stamp = await readFile(stampFile, 'utf8').catch(() => '')
  if (stamp === hash && existsSync(built)) return false
  log('Building the web pages…')
  // Built aside and swapped in whole, so that a server beside this one never serves half of it.
  const draft = join(dist, `web.${process.pid}`)
  try {
    await mkdir(dist, { recursive: true })
    await runVite(draft)
    await compressFiles(draft)
    await swapIn(draft)
    await writeFile(stampFile, hash)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

/** The content of everything that decides what is built. */
async function hashInputs(): Promise<string> {
  const files = inputs.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  const hash = createHash('sha256')
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    const path = join(root, file)
    if (!(await stat(path)).isFile()) continue
    hash.update(`${file.replaceAll('\\', '/')}\0`).update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Vite runs as a process of its own: what it loads would otherwise stay in the server's memory. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join(root, 'vite.config.ts'), '--outDir', outDir, '--emptyOutDir']
  const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The web pages could not be built:\n${said.trim()}`)
}

/** Puts a .br and a .gz beside every text file that is worth it, so that serving it compressed costs nothing. */
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

async function swapIn(draft: string): Promise<void> {
  const old = `${draft}.old`
  await rm(stampFile, { force: true })
  await rename(built, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(draft, built).catch((error: NodeJS.ErrnoException) => {
    // Another start put its own build there at this moment: it was made from the same inputs.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(old, { recursive: true, force: true })
}

if (import.meta.main) {
  const fresh = await buildWeb(console.log)
  console.log(fresh ? 'Built dist/web.' : 'dist/web is up to date.')
}
