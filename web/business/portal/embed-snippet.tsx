import { Copy } from 'lucide-react'
import { Button } from '../../ui/layout/button.tsx'
import { useCopy } from './use-copy.ts'

/** The HTML to embed in the company's website. */
const snippetFor = (portalUrl: string): string =>
  [
    '<iframe',
    `  src="${portalUrl}/customer-portal-site"`,
    '  title="Customer portal"',
    '  style="width: 100%; height: 50rem; border: 0"',
    '></iframe>',
  ].join('\n')

export function EmbedSnippet({ portalUrl, website }: { portalUrl: string; website: string }) {
  const copy = useCopy()
  const snippet = snippetFor(portalUrl)
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-2">Paste this into a page on {website}:</p>
      <pre className="w-full rounded-10 border border-line bg-sunken px-3.5 py-3 text-12 break-all whitespace-pre-wrap">
        <code>{snippet}</code>
      </pre>
      <Button icon={<Copy />} onClick={() => void copy(snippet, 'Code copied')}>
        Copy code
      </Button>
    </div>
  )
}
