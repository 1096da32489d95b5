import type { Values } from '../../../../domain/mails/mail-kind.ts'
import type { VariableName } from '../../../../domain/mails/variables.ts'

/** Values of the variables that a kind documents. Its texts see no others. */
export const documentedValues = (
  kind: { readonly variables: readonly VariableName[] },
  values: Values,
): Values => Object.fromEntries(kind.variables.map((name) => [name, values[name]]))
