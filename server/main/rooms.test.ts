import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PRODUCT_FOLDER } from '../platform/product-folder.ts'
import { FAILPOINTS, JOB_NAMES, REGISTRIES } from './rooms.ts'
import { SCHEDULES } from './schedules.ts'

it('collects the registry of every room', () => {
  const rooms = readdirSync(join(PRODUCT_FOLDER, 'server/rooms'))
  expect(REGISTRIES.map(({ room }) => room).toSorted()).toEqual(rooms.toSorted())
})

it('has jobs, schedules and housekeeping named for their room', () => {
  for (const { room, jobs = [], schedules = [], housekeeping = [] } of REGISTRIES)
    for (const { name } of [...jobs, ...schedules, ...housekeeping])
      expect(name).toMatch(new RegExp(`^${room}\\.[a-z-]+$`))
})

it.each([
  ['job', JOB_NAMES],
  ['schedule', SCHEDULES.map(({ name }) => name)],
  ['failpoint', FAILPOINTS],
])('has distinct names: %s', (_kind, names) => {
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
})

/** Loads a module in its own process, because FAILPOINTS is read at program start. */
const loadWith = (failpoints: string, module: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', `import './server/${module}'`], {
    cwd: PRODUCT_FOLDER,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      // Compiles no module again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      FAILPOINTS: failpoints,
    },
  })

const ROOMS = 'main/rooms.ts'
const FAILPOINT = 'platform/control/failpoint.ts'

it.each([
  ['refund.nowhere@2:delay', ROOMS, 'FAILPOINTS: there is no refund.nowhere. The names: reply.before, '],
  ['refund.reserved:explode', FAILPOINT, 'FAILPOINTS: refund.reserved:explode is not a failpoint'],
  ['refund.reserved@0', FAILPOINT, 'FAILPOINTS: refund.reserved@0 is not a failpoint'],
])('refuses to start with FAILPOINTS=%s', (failpoints, module, message) => {
  const { status, stderr } = loadWith(failpoints, module)
  expect(status).not.toBe(0)
  expect(stderr).toContain(message)
})

it('starts with any failpoint of a room or of the platform', () => {
  expect(loadWith('refund.reserved@3:throw,migration.step,*:delay', ROOMS)).toMatchObject({ status: 0 })
})
