import { useToast } from '../../ui/toast.tsx'

/** Copies the address of a shared report, and says so, or that the browser doesn't let us. */
export function useCopyLink(): (url: string) => Promise<void> {
  const toast = useToast()
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url)
      toast({
        title: 'Link copied',
        body: 'Whoever has it reads the report without signing in.',
        tone: 'success',
      })
    } catch {
      toast({
        title: 'Your browser did not let us copy the link',
        body: 'Allow it to use the clipboard and try again.',
        tone: 'error',
      })
    }
  }
}
