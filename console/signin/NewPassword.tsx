import { ThemeProvider } from '../app/ThemeProvider.tsx'
import { PasswordForm } from '../app/PasswordForm.tsx'

interface NewPasswordProps {
  /** The password that was just typed; null asks for it. */
  readonly present: string | null
  readonly onChanged: () => void
}

/** Where the first password must be replaced. A chunk of its own: hardly anybody sees it twice. */
export function NewPassword(props: NewPasswordProps) {
  return <ThemeProvider><PasswordForm {...props} /></ThemeProvider>
}
