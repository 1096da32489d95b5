import type { ReactNode } from 'react'
import { ButtonLink } from './button-link.tsx'
import { MessagePage } from './message-page.tsx'

/** A whole page that says why there is nothing here, and where to go on. */
export const SignpostPage = ({
  title,
  icon,
  href,
  label,
  children,
}: {
  title: string
  icon?: ReactNode
  href: string
  /** Of the link. */
  label: string
  children: ReactNode
}) => (
  <MessagePage
    title={title}
    icon={icon}
    actions={
      <ButtonLink href={href} variant="primary">
        {label}
      </ButtonLink>
    }
  >
    {children}
  </MessagePage>
)
