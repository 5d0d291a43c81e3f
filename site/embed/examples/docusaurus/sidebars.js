export default { lessons: ["index", "lost", "torn"] };
