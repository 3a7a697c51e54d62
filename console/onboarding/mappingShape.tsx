import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { DefinitionEditor } from './DefinitionEditor.tsx'
import { ConnectLink } from './ConnectLink.tsx'

/** List of payload mappings: the editor checks the definition and previews a pasted message. */
export const mappingShape: CustomScreenConfig = {
  editors: { definition: DefinitionEditor },
  tools: () => <ConnectLink />,
}
