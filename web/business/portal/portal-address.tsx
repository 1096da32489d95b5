import { Copy, ExternalLink } from 'lucide-react'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useCopy } from './use-copy.ts'

/** The portal's current address, to copy and to open. */
export function PortalAddress({ url }: { url: string }) {
  const copy = useCopy()
  return (
    <div className="grid gap-2">
      <p className="text-14 font-medium break-all">{url}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy />} onClick={() => void copy(url, 'Address copied')}>
          Copy address
        </Button>
        <ButtonLink icon={<ExternalLink />} href={url} target="_blank" rel="noreferrer">
          Open portal
        </ButtonLink>
      </div>
    </div>
  )
}
