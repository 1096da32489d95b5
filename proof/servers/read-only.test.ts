import { expect, it } from 'vitest'
import { ended, programOf } from '../../testing/product-process.ts'
import { setUp } from '../../testing/set-up.ts'
import { callOnce } from '../crashes/call-api.ts'
import { SERVERS, startFleet } from './fleet.ts'
import { findBreaches, startFleetLoad } from './under-load.ts'

const READS = 40
const LONG = { timeout: 120_000, interval: 100 }

const fleet = setUp(startFleet, ({ close }) => close())

async function setReadOnly(isOn: boolean): Promise<void> {
  await fleet.primary.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  await fleet.primary.query('select pg_reload_conf()')
}

it('answers reads and refuses writes while the primary is read-only, and reports that', async () => {
  const load = await startFleetLoad(fleet)
  await load.progress()
  // A payer would give up while the database is read-only.
  await load.stop()
  const token = await load.company.token()
  const path = `/api/accounts/${load.company.accountId}/customers/`
  const write = (name: string) =>
    callOnce(fleet.origin, { method: 'POST', path, token, body: { short_name: name } })
  const read = async () => (await callOnce(fleet.origin, { method: 'GET', path, token })).status

  await setReadOnly(true)
  await expect.poll(async () => (await write('Refused')).status, LONG).toBeGreaterThanOrEqual(500)
  await expect.poll(() => write('Refused'), LONG).toMatchObject({ status: 503, body: { code: 'busy' } })
  for (let reads = 0; reads < READS; reads++) expect(await read()).toBe(200)
  for (const member of SERVERS)
    await expect.poll(() => fleet.process(member).said(), LONG).toContain('the database is read-only')

  const doctor = fleet.launch('doctor', programOf('doctor'))
  expect(await ended(doctor.child)).toBe(1)
  expect(doctor.said()).toMatch(/PROBLEM +database: it is read-only/)
  await fleet.stop('server 2')
  await expect(fleet.start('server 2')).rejects.toThrow('The server is read-only, as a replica is.')

  await setReadOnly(false)
  await expect.poll(async () => (await write('Accepted')).status, LONG).toBe(201)
  await expect.poll(() => fleet.process('server 1').said(), LONG).toContain('the database takes writes again')
  await fleet.start('server 2')
  expect(await findBreaches(fleet, load)).toEqual([])
  const refused = `select 1 from customers where short_name = 'Refused'`
  expect(await fleet.query(refused)).toEqual([])
})
