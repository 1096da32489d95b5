import { type Books, ENTITIES, type Entity, Fault, type Wire } from './books.ts'

const QUERY =
  /^select (?<what>\*|count\(\*\)) from (?<entity>\w+)(?: where (?<where>.+?))?(?: orderby Id)?(?: startposition (?<start>\d+))?(?: maxresults (?<most>\d+))?$/
const EQUALS = /^(?<field>\w+) = '(?<value>[^']*)'$/
const ONE_OF = /^(?<field>\w+) in \((?<values>[^)]*)\)$/

const byId = (a: Wire, b: Wire): number => Number(a.Id) - Number(b.Id) // not money: ids

/** Answers the part of the query language that clients of the simulator use. Refuses any other text. */
export function answerQuery(books: Books, text: string): object {
  const groups = QUERY.exec(text)?.groups
  if (!groups) throw new Fault('4000', `Error parsing query: ${text}`)
  const entity = entityNamed(groups.entity!)
  const rows = books
    .list(entity)
    .filter((row) => matches(row, groups.where))
    .sort(byId)
  if (groups.what !== '*') return { QueryResponse: { totalCount: rows.length } }
  const start = Number(groups.start ?? '1') // not money: a position
  const most = Number(groups.most ?? '100') // not money: a page size
  const page = rows.slice(start - 1, start - 1 + most)
  return {
    QueryResponse: page.length === 0 ? {} : { [entity]: page, startPosition: start, maxResults: page.length },
  }
}

/** The language does not distinguish capitals. */
function entityNamed(name: string): Entity {
  const found = ENTITIES.find((one) => one.toLowerCase() === name.toLowerCase())
  if (!found) throw new Fault('4000', `Error parsing query: ${name}`)
  return found
}

function matches(row: Wire, where: string | undefined): boolean {
  if (where === undefined) return true
  const equal = EQUALS.exec(where)?.groups
  if (equal) return String(row[equal.field!]) === equal.value
  const several = ONE_OF.exec(where)?.groups
  if (!several) throw new Fault('4000', `Error parsing query: ${where}`)
  const values = several.values!.split(',').map((value) => value.trim().replace(/^'|'$/g, ''))
  return values.includes(String(row[several.field!]))
}
