export const shopStyles = `
.rights { inline-size: 100%; }
.rights td, .rights th { padding: 6px 8px; }
.rights td:not(:first-child), .rights th:not(:first-child) { text-align: center; }
.rights label { display: block; }
`;
