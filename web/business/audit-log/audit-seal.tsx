import { Copy, ShieldCheck } from 'lucide-react'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { type AuditSeal, countText, keptText, shortHash } from './audit-text.ts'

/** Shows how far the log is sealed, with the hash to store elsewhere. */
export function SealLine({ seal }: { seal: AuditSeal | null }) {
  const toast = useToast()
  const copy = async (last: AuditSeal) => {
    try {
      await navigator.clipboard.writeText(keptText(last))
      toast({
        title: 'Seal copied',
        body: 'Store it safely. It can prove later that no earlier entry changed.',
        tone: 'success',
      })
    } catch {
      toast({ title: 'We couldn’t copy the seal', body: keptText(last), tone: 'error' })
    }
  }
  return (
    <p className="flex min-h-control items-center gap-2 px-4 text-ink-3 md:px-6">
      <ShieldCheck className="flex-none" />
      {seal === null ? (
        <span>New entries are sealed within a minute.</span>
      ) : (
        <>
          <span className="min-w-0">
            Sealed through entry <span className="num">{countText(seal.number)}</span> · hash{' '}
            <span className="num" title={seal.hash}>
              {shortHash(seal.hash)}
            </span>
          </span>
          <IconButton size="sm" label="Copy latest seal" icon={<Copy />} onClick={() => void copy(seal)} />
        </>
      )}
    </p>
  )
}
