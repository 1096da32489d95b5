import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { SIGN_IN_PROVIDER_IDS } from '../../../domain/people/sign-in-providers.ts'
import { canary } from './secret-watch.ts'

/** Returns the number of files, and the names of those that contain one of the values. */
async function searchFiles(
  folder: string,
  values: readonly string[],
): Promise<{ all: number; found: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const found: string[] = []
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    if (values.some((value) => text.includes(value))) found.push(name)
  }
  return { all: files.length, found }
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const vite = join(root, 'node_modules/vite/bin/vite.js')

it('no secret setting of the build environment is in the built web files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-built-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = [
    'SECRET',
    'SECRET_PREVIOUS',
    'SMTP_URL',
    'METRICS_TOKEN',
    'BACKUP_KEY',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    ...SIGN_IN_PROVIDER_IDS.map((id) => `${id.toUpperCase()}_CLIENT_SECRET`),
  ]
  const values = names.map((name) => canary(name.toLowerCase()))
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
  }
  const build = (args: string[]) =>
    promisify(execFile)(process.execPath, [vite, 'build', ...args], { cwd: root, env: environment })
  const correct = join(folder, 'correct')
  await build(['--config', join(root, 'vite.config.ts'), '--outDir', correct])
  const { all, found } = await searchFiles(correct, values)
  expect(all).toBeGreaterThan(10)
  expect(found).toEqual([])
  // Detects a page that reads settings in a build that exposes them.
  const leaking = join(folder, 'leaking')
  await mkdir(leaking)
  const page = '<script type="module" src="./page.js"></script>'
  const config = `export default { envPrefix: ['SMTP_', 'SECRET'], build: { sourcemap: true } }`
  await writeFile(join(leaking, 'index.html'), page)
  await writeFile(join(leaking, 'page.js'), 'document.title = JSON.stringify(import.meta.env)')
  await writeFile(join(leaking, 'vite.config.mjs'), config)
  await build([leaking, '--config', join(leaking, 'vite.config.mjs')])
  expect((await searchFiles(join(leaking, 'dist'), values)).found).toEqual([expect.stringMatching(/\.js$/)])
})
