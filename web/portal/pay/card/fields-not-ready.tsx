import { useEffect, useRef } from 'react'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'

/** Answers a press of the form's button before the processor's fields are there. */
export function FieldsNotReady() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="scroll-mb-40">
      <Note tone="warning" title={t('The payment fields are still loading')}>
        {t('Nothing was charged. Fill them in once they are here.')}
      </Note>
    </div>
  )
}
