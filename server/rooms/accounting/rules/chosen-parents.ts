/** Parents of customers by their ids; null for one without. */
type Parents = ReadonlyMap<string, string | null>

interface ChosenParents {
  readonly parents: Parents
  /** Customers whose wanted parent would be below them. They get none. */
  readonly refused: ReadonlySet<string>
}

/** Returns the parents that are wanted, without those that close a circle. `current` has everybody above the wanted ones. */
export function chooseParents(current: Parents, wanted: Parents): ChosenParents {
  const parents = new Map(current)
  for (const id of wanted.keys()) parents.set(id, null)
  const refused = new Set<string>()
  for (const [id, parent] of wanted)
    if (parent === null || parent === id) continue
    else if (isAbove(parents, id, parent)) refused.add(id)
    else parents.set(id, parent)
  return { parents: new Map([...wanted.keys()].map((id) => [id, parents.get(id) ?? null])), refused }
}

/** Returns whether `id` is above `from`, or `from` itself. */
function isAbove(parents: Parents, id: string, from: string): boolean {
  const seen = new Set<string>()
  for (let at: string | null = from; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === id) return true
    seen.add(at)
  }
  return false
}
