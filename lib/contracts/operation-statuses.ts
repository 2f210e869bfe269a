/** What the status of an entry of the operation log says (specification section 9). */
export const operationStatuses = { 1: 'normal', 2: 'abnormal', 3: 'unauthorized' } as const
export type OperationStatus = (typeof operationStatuses)[keyof typeof operationStatuses]
