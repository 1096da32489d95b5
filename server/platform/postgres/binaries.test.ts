import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyBinaries, findBinaries } from './binaries.ts'

it('finds working programs, with or without library links by an install script', async () => {
  const { initdb, postgres } = await findBinaries()
  for (const program of [initdb, postgres]) {
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/PostgreSQL\) 18\./)
  }
})

it('copies programs from a closed folder to one where every user can run them', async () => {
  const found = await findBinaries()
  const closed = await mkdtemp(join(tmpdir(), 'quittance-closed-'))
  try {
    await cp(found.root, closed, { recursive: true, verbatimSymlinks: true })
    const version = `${found.version}-test-${process.pid}`
    const copy = await copyBinaries({ ...found, root: closed, version })
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const ran = spawnSync(copy.postgres, ['--version'], { encoding: 'utf8', cwd: '/', ...user })
    expect(ran.stdout).toMatch(/PostgreSQL\) 18\./)
    expect((await stat(copy.postgres)).mode & 0o777).toBe(0o755)
    const again = await copyBinaries({ ...found, root: closed, version })
    expect(again).toEqual(copy)
    await rm(join(copy.root, '..'), { recursive: true })
  } finally {
    await rm(closed, { recursive: true, force: true })
  }
})
