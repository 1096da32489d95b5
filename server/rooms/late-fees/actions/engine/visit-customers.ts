const PAGE = 200

/** Position in a list of customers, by id. */
export interface CustomerPage {
  readonly after: string | null
  readonly limit: number
}

/** Visits customers a page at a time, so that memory does not grow with their number. */
export async function visitCustomers(
  find: (page: CustomerPage) => Promise<readonly string[]>,
  visit: (customerIds: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: readonly string[] = await find({ after, limit: PAGE })
    if (ids.length > 0) await visit(ids)
    if (ids.length < PAGE) return
    after = ids.at(-1)!
  }
}
