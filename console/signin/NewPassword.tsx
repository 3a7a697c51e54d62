import { ThemeProvider } from '../app/shell/ThemeProvider.tsx'
import { PasswordForm } from '../app/shell/PasswordForm.tsx'

interface NewPasswordProps {
  /** The password entered before; null requests it again. */
  readonly present: string | null
  readonly onChanged: () => void
}

/** Form to replace the initial password. Loaded as a separate chunk, because it is rarely needed. */
export function NewPassword(props: NewPasswordProps) {
  return (
    <ThemeProvider>
      <PasswordForm {...props} />
    </ThemeProvider>
  )
}
