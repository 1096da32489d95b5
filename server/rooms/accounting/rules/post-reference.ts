/** The reference of a post. One that is posted again gets a reference of its own. */
export const postReference = ({
  reference,
  generation,
}: {
  readonly reference: string
  readonly generation: number
}): string => (generation === 1 ? reference : `${reference}-${generation}`)
