import fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '../../../contract/route.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { authorize } from '../../main/authorize.ts'
import { type BoundRoute, on, onUnitOfWork } from './handlers.ts'
import { mountRoutes } from './mount.ts'

const test = setUpTestApp()

const report = {
  path: '/api/accounts/:account/report/',
  summary: 'Read a report',
  access: { kind: 'staff', right: 'dashboard.read' },
  reply: z.object({}),
  mayReadReplica: true,
} as const
const mount = (bound: BoundRoute) => () => mountRoutes(fastify(), test.app, [bound], [bound.route], authorize)

it('refuses to read from a replica in one transaction with a write, and for customers', () => {
  const write = route({ ...report, method: 'POST' })
  const ofCustomers = route({ ...report, method: 'GET', access: { kind: 'customer' } })
  const reason = 'Route that may not read from a replica'
  expect(mount(on(write, async () => ({})))).toThrow(reason)
  expect(mount(on(ofCustomers, async () => ({})))).toThrow(reason)
  expect(mount(on(route({ ...report, method: 'GET' }), async () => ({})))).not.toThrow()
  expect(mount(onUnitOfWork(write, async () => ({})))).not.toThrow()
})
