import { useState } from 'react'
import { WentWrongPage } from '../went-wrong-page.tsx'
import { refusalText } from './provider-return.ts'

/** Tells a user sent here by a platform or payment processor that nothing was started. */
export function UnconnectedPage({ name, retry }: { name: string; retry: string }) {
  const [refusal] = useState(() => new URLSearchParams(window.location.search).get('error'))
  const cause = refusal ? refusalText(refusal, name) : `We don’t connect to ${name} yet. Nothing was changed.`
  return <WentWrongPage cause={cause} retry={retry} />
}
