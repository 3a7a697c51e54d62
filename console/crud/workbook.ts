import type { Words } from '../../contract/entity/field.ts'
import type { Sheet, SheetCell } from '../../workers/spreadsheet/api.ts'
import { writeSheets } from '../../workers/spreadsheet/client.ts'
import { saveFile } from '../kit/saveFile.ts'

/** What the file of a listing is called: the word for a list (specification, section 9), with what it is a list of. */
export const listName = (of?: Words): Words => (of ? { en: `${of.en} list`, zh: `${of.zh}列表` } : { en: 'list', zh: '列表' })

/** What the file is called that people fill in to import it. */
export const templateName = (of: Words): Words => ({ en: `${of.en} import template`, zh: `${of.zh}导入模板` })

/** Writes a workbook off the page's thread and hands it to the person. */
export async function saveWorkbook(sheets: readonly Sheet[], name: string, signal?: AbortSignal): Promise<void> {
  const bytes = await writeSheets(sheets, signal)
  saveFile(name, 'xlsx', new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }))
}

/** A table as it stands on a page; its file is `test.xlsx` where it has no name of its own (specification, section 9). */
export const saveTable = (rows: readonly (readonly SheetCell[])[], name = 'test'): Promise<void> => saveWorkbook([{ rows }], name)
