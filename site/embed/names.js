// Names of attributes.

/**
 * The attribute of a property: "truncate-tail" of "truncateTail".
 * @param {string} property
 */
export const attributeOf = (property) =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
