import { saveFile } from '../kit/saveFile.ts'

/** Hands a drawing's text to the person as a file that can be imported again. */
export function saveDrawing(name: string, text: string): void {
  saveFile(name, 'json', new Blob([text], { type: 'application/json' }))
}
