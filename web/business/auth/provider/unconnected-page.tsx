import { useState } from 'react'
import { WentWrongPage } from '../went-wrong-page.tsx'
import { refusalText } from './provider-return.ts'

/** Says that there was nothing to finish, to somebody whom a platform or payment processor sent back here. */
export function UnconnectedPage({ name, retry }: { name: string; retry: string }) {
  const [refusal] = useState(() => new URLSearchParams(window.location.search).get('error'))
  const cause = refusal
    ? refusalText(refusal, name)
    : `Nothing here connects to ${name} yet, so there was nothing to finish. Nothing was changed.`
  return <WentWrongPage cause={cause} retry={retry} />
}
