import { snippetOf } from './snippet-of.ts'
import type { Variable } from './use-completion.ts'

/** The variables of a template with what they hold. Each is a button that inserts it. */
export function VariableList({
  variables,
  onInsert,
}: {
  variables: readonly Variable[]
  onInsert: (snippet: string) => void
}) {
  return (
    <section aria-labelledby="variables" className="min-w-0">
      <h3 id="variables" className="text-12 font-medium text-ink-2">
        Insert a variable
      </h3>
      <ul className="mt-1 divide-y divide-line rounded-10 border border-line">
        {variables.map(({ name, meaning }) => (
          <li key={name}>
            <button
              type="button"
              className="flex w-full gap-3 px-3 py-1.5 text-start transition-colors hover:bg-sunken"
              onClick={() => onInsert(snippetOf(name))}
            >
              <code className="w-44 flex-none text-12 font-medium">{name}</code>
              <span className="min-w-0 text-12 text-ink-3">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
