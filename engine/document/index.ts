export { groupType } from './component.ts'
export type { Action, Animation, Binding, Component, Id, Layer, PageTheme, Props, Via } from './component.ts'
export { composeDiffs, invertDiff, isEmptyDiff, makeDiff, noDiff, recordsIn } from './diff.ts'
export type { Change, Diff } from './diff.ts'
export { DrawingDocument } from './document.ts'
export { defaultLayer, drawingVersion, excerpt, newDrawing } from './drawing.ts'
export type { Drawing } from './drawing.ts'
export { bindableExtras, extraFields, noExtras } from './promptFields.ts'
export { isId } from './ids.ts'
export { layerFields } from './layerFields.ts'
export type { Extras } from './promptFields.ts'
export { backgroundLength, coordinateLimit, drawingLimits, nameLength } from './limits.ts'
export type { DrawingLimits } from './limits.ts'
export { makeId } from './makeId.ts'
export { migrate, migrations } from './migrate.ts'
export type { Migration, RawDrawing } from './migrate.ts'
export { ProblemList } from './problems.ts'
export { isSameJson } from './plainJson.ts'
export { commonBindable, fitsField, readBindings, readExtras, readProps } from './props.ts'
export type { TypeLookup } from './props.ts'
export { getFallback, isParamValue, isTagValue, getParamKinds } from './paramValue.ts'
export { compileExpressionTemplate, compileTag, compileText, isTag, noKinds } from './placeholder.ts'
export type { CompiledTemplate, ParamKinds, Template, TemplateFault } from './placeholder.ts'
export { placeholdersIn, renameInExpression, renameInText } from './placeholderNames.ts'
export { placeFrame, uprightPlace } from './symbolPlacement.ts'
export { instantiate, listMemberIds } from './instantiate.ts'
export type { Instantiated } from './instantiate.ts'
export { memberId } from './memberId.ts'
export { resolveBinding, resolveSource, resolveTag } from './resolvePlaceholders.ts'
export { readTemplateAction, readTemplateBindings, readTemplateProps } from './readTemplate.ts'
export { symbolDrawing } from './symbolDrawing.ts'
export { getDefinedSymbol, symbolDefinition } from './symbolDefinition.ts'
export { moveInstance } from './moveInstance.ts'
export { canFollow, checkNesting, fitSymbols, readSymbol, readSymbols } from './readSymbols.ts'
export { readComponent } from './readComponent.ts'
export { fitLink, findMember, noOverrides, noParams, readParamValue, findUnassignedParams } from './symbolLink.ts'
export { noSymbols, symbolMap, symbolsBeside, symbolsUsedBy } from './symbolMap.ts'
export type { SymbolMap } from './symbolMap.ts'
export { SymbolSizes } from './symbolSizes.ts'
export { linkSchema, originSchema, paramSchema, paramValuesSchema } from './symbolSchemas.ts'
export { maxRankLength, rankBetween, ranksBetween } from './rank.ts'
export { readDrawing } from './read.ts'
export type { ReadDrawing } from './read.ts'
export { readDrawingToShow } from './readNewer.ts'
export type { ShownDrawing } from './readNewer.ts'
export { deepFreeze, makeComponent, noBindings, noProps, patchRecord, record, recordProblem } from './record.ts'
export type { ComponentPatch } from './record.ts'
export {
  actionSchema,
  animationSchema,
  bindingSchema,
  coordinateSchema,
  idSchema,
  layerSchema,
  nameSchema,
  sizeSchema,
} from './schemas.ts'
export { getSiblingIndex } from './siblingOrder.ts'
export { getAncestors, byRank, getDescendants, groupByParent, inPaintOrder, rootsAmong, getRoots } from './tree.ts'
export type { DrawingView } from './tree.ts'
export type {
  Override,
  ParamKind,
  ParamValue,
  ParamValues,
  Place,
  SymbolDefinition,
  SymbolLink,
  SymbolOrigin,
  SymbolParam,
} from './symbol.ts'
export { safeUrl } from '../schema/url.ts'
export { getOwnComponents, writeComponent, writeDrawing } from './write.ts'
