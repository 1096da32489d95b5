import { sql } from 'kysely'
import type { StaffRole } from '../../../../domain/people/roles.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Somebody who works in a client company through this account. */
export interface PersonAtClient {
  readonly accountId: string
  readonly company: string
  readonly userId: string
  readonly role: StaffRole
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** Lists who works in which client company through this account, by company and address. */
export async function selectPeopleAtClients(ctx: Ctx): Promise<PersonAtClient[]> {
  const found = await sql<PersonAtClient>`
    select account_id as "accountId", company, user_id as "userId", role, email, first_name as "firstName",
      last_name as "lastName"
    from people_at_clients() order by lower(company), account_id, lower(email)`.execute(ctx.db)
  return found.rows
}
