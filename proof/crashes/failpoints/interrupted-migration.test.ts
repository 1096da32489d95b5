import { expect, it } from 'vitest'
import { ended, launchProduct, programOf } from '../../../testing/product-process.ts'
import { setUp } from '../../../testing/set-up.ts'
import { startMachine } from '../machine.ts'

const machine = setUp(
  () => startMachine(),
  (started) => started.stop(),
)

it('completes an interrupted migration at the next start', async () => {
  const database = 'interrupted'
  await machine.query(`create database ${database}`)
  const migrate = async (failpoint: string) => {
    const settings = { ...machine.environmentOf(database), FAILPOINTS: failpoint }
    const { child } = launchProduct({ program: programOf('migrate'), name: 'the migration', settings })
    return (await ended(child)) ?? child.signalCode
  }
  expect(await migrate('migration.step@4')).toBe('SIGKILL')
  expect(await migrate('')).toBe(0)
})
